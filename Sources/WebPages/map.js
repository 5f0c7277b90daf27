// The map of a page.
