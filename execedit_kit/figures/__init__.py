"""The figures of both sources and the kit's own, each with its data beside it (``execedit figures``)."""
