import { LIMIT_BY_DEFAULT, MAX_LIMIT, optionalText, wholeNumber } from '../../answer/question/parameters.ts'
import { parseWholeNumber } from '../../base/whole-number.ts'
import { readChangeCursor } from '../../store/lists/change-cursor.ts'
import { CURSOR_CHARACTERS, LANGUAGE_ONLY } from '../kernel/request/parameters.ts'

export const LIST_PARAMETERS = {
  ...LANGUAGE_ONLY,
  limit: wholeNumber(1, MAX_LIMIT, LIMIT_BY_DEFAULT, 'limit_invalid', 'items at most'),
  cursor: optionalText(
    (text) => parseWholeNumber(text, 1, 999_999_999),
    CURSOR_CHARACTERS,
    'cursor_invalid',
    '`next` of the page before',
  ),
}

export const LIST_CHANGES_PARAMETERS = {
  ...LANGUAGE_ONLY,
  limit: wholeNumber(1, MAX_LIMIT, LIMIT_BY_DEFAULT, 'limit_invalid', 'changes at most'),
  cursor: optionalText(readChangeCursor, CURSOR_CHARACTERS, 'cursor_invalid', '`next` of an earlier answer'),
}
