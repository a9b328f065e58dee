"""Reading the bodies of requests."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class CarefulJSONParser(JSONParser):
    """JSON as it is sent to us: one that is nested too deep is malformed like any other, not a fault of the server."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The parsed body. Raises `ParseError`."""
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError("JSON parse error - nested too deep") from error
