import type { Text } from './language.ts'

/**
 * A copy of a text that is a string of its own. V8 keeps the parent of a substring alive, such as the text of a whole file,
 * and gives it two bytes a character where its parent has a letter beyond Latin-1. `JSON.stringify` takes three times as
 * long for an object as soon as one of its strings is a part of another or put together from several.
 */
export const ownText = (text: string): string => (text === '' ? '' : Buffer.from(text).toString())

/** The same in both languages. */
export const ownTexts = ({ pl, en }: Text): Text => ({ pl: ownText(pl), en: ownText(en) })
