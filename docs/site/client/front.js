// For the front page.
