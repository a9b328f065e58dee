"""Pages. They read selectors, call services and render; rules of the business live in the apps."""
