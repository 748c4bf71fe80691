import { AlertSchema } from '../input/alert-body.ts'
import { TAKEN } from './lead.ts'
import { ACCESS, ARRIVAL, problems } from './parts.ts'

export const ALERT_PATHS = {
  '/api/v1/alerts': {
    post: {
      operationId: 'askForAlerts',
      tags: ['changes'],
      summary: 'Changes by e-mail, once the owner of the address confirms',
      requestBody: { required: true, content: { 'application/json': { schema: AlertSchema } } },
      responses: {
        202: TAKEN,
        ...problems([
          'alert_invalid',
          'email_invalid',
          'regime_unknown',
          'lang_unknown',
          ...ACCESS,
          'alerts_off',
          'alerts_limited',
          'body_too_large',
          ...ARRIVAL,
        ]),
      },
    },
  },
}
