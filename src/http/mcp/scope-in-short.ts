import type { Scope } from '../../answer/response/response.ts'
import type { Language } from '../../base/language.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import type { ScopeInShort } from './schemas.ts'

export const scopeInShort = ({ cn_year, regimes, on_request, controls }: Scope, language: Language): ScopeInShort => ({
  cn_year,
  regimes: regimes.map((regime) => ({
    code: regime.code,
    legal_act: regime.legal_act,
    eur_lex_url: eurLexUrl(regime.celex, language),
    source_version: regime.source_version,
    complete_from: regime.complete_from,
    pending_acts: regime.pending_acts,
    uncoded_lists: regime.uncoded_annexes.length,
  })),
  not_checked: on_request.map(({ code, text }) => ({ code, text })),
  ...(controls && {
    controls: controls.map(({ kind, name, direction, legal_act }) => ({ kind, name, direction, legal_act })),
  }),
})
