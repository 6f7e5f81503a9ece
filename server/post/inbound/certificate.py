"""The certificate of the listener, for STARTTLS (RFC 3207); read again when its files have changed."""

from __future__ import annotations

import ssl

import structlog

from ...config import Misconfigured, Settings

log = structlog.get_logger()


class Certificate:
    """The files of INBOX_CERT and INBOX_KEY. Raises `Misconfigured` if they cannot be used."""

    def __init__(self, settings: Settings):
        self._files = settings.inbox_certificate
        self._read_at = self._changed_at()
        self._context = self._read()

    def context(self) -> ssl.SSLContext | None:
        """The TLS context for a connection, if any. Broken new files are ignored: a renewal may be half-way."""
        changed_at = self._changed_at()
        if changed_at != self._read_at:
            self._read_at = changed_at
            try:
                self._context = self._read()
                log.info("inbox.certificate_renewed")
            except Misconfigured as bad:
                log.error("inbox.certificate", reason=str(bad))
        return self._context

    def _changed_at(self) -> tuple[int, ...]:
        try:
            return tuple(path.stat().st_mtime_ns for path in self._files or ())
        except OSError:
            return ()

    def _read(self) -> ssl.SSLContext | None:
        if self._files is None:
            return None
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        try:
            context.load_cert_chain(*self._files, password=_no_password)
        except (OSError, ValueError) as error:
            raise Misconfigured(
                "INBOX_CERT and INBOX_KEY are the files of a certificate with its chain, and of its key without a "
                f"password, in PEM: {_why(error)}."
            ) from error
        return context


def _no_password() -> str:
    """Prevents OpenSSL from asking at the terminal."""
    raise ValueError("this key has a password")


def _why(error: Exception) -> str:
    if isinstance(error, ssl.SSLError):
        return "they do not fit together" if error.reason == "KEY_VALUES_MISMATCH" else "one of them is no such file"
    return f"{error.strerror}".lower() if isinstance(error, OSError) else str(error)
