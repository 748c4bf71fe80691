import type { Language } from '../../base/language.ts'
import type { Change } from '../../changes/change.ts'
import type { RecordedChange } from '../../store/versions/changes.ts'

/** A change as callers are shown it. */
export const describeChange = (change: Change | RecordedChange, language: Language) => ({
  id: change.id,
  type: change.type,
  day: change.day,
  regime: change.regime,
  annex: change.annex,
  article: change.article,
  cn_codes: [...change.cn_codes],
  act: change.act,
  text: change.text[language],
  recorded_at: 'recordedAt' in change ? change.recordedAt : null,
})
