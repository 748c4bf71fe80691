/**
 * A copy of the string. V8 keeps the parent of a substring alive, here the text of a whole file; and a copy that is plain
 * ASCII takes one byte a character, while a substring of a text with other letters takes two.
 */
export const ownText = (text: string): string => Buffer.from(text).toString()
