/**
 * A copy of its own: a part of a string keeps the whole that it was cut from alive, in the end a whole file; and what is
 * plain ASCII takes half the room once it is apart from letters that are not.
 */
export const ownText = (text: string): string => Buffer.from(text).toString()
