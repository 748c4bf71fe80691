import { LIMIT_BY_DEFAULT, MAX_LIMIT, oneOf, optionalText, wholeNumber } from '../../answer/question/parameters.ts'
import { DELIVERY_STATES } from '../../store/webhooks/deliveries.ts'
import { CURSOR_CHARACTERS, LANGUAGE_ONLY } from '../kernel/request/parameters.ts'
import { placeOf } from './cursor.ts'

export const WEBHOOKS_PARAMETERS = {
  ...LANGUAGE_ONLY,
  limit: wholeNumber(1, MAX_LIMIT, LIMIT_BY_DEFAULT, 'limit_invalid', 'entries at most'),
  cursor: optionalText(placeOf, CURSOR_CHARACTERS, 'cursor_invalid', '`next` of the page before'),
}

const WEBHOOK_ID_CHARACTERS = 64

export const DELIVERIES_PARAMETERS = {
  // Whether the key has such a webhook is known only to the store, so the route reports this problem.
  webhook: optionalText((text) => text, WEBHOOK_ID_CHARACTERS, 'webhook_unknown', 'only of this webhook'),
  state: oneOf(DELIVERY_STATES, null, 'state_unknown', 'only in this state'),
  ...WEBHOOKS_PARAMETERS,
}
