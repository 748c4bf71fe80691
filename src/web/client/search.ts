/** Search: to follow. */
export {}
