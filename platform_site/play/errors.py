"""What stops a start. The message is a sentence for the person at the terminal."""


class StartError(Exception):
    """The platform cannot start; `status` becomes the exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


MISSING_PACKAGE = 3
PORT_IN_USE = 4
ALREADY_RUNNING = 5
