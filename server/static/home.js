// This browser remembers whose Home it has shown, and tells a seat's page: only there "Next table" stands.
live.keep("localStorage", "home", document.querySelector("main").dataset.home);
