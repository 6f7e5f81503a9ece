// This browser remembers whose Home it has shown, and tells a seat's page: only there "Next table" stands.
(() => {
  const { home } = document.querySelector("main").dataset;
  try {
    localStorage.setItem("home", home);
  } catch {
    /* a browser that keeps nothing */
  }
})();
