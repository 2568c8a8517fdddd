// For pages that have a live fence.
