import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer, ask, TODAY } from '../../../test/real-law.ts'
import { documentStatements, isOtherControl } from '../../answer/shape/finding-words.ts'
import { groundsInWords } from '../../answer/shape/reach-words.ts'
import { calendarDay } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { answerHtml, titleOf } from './answer-html.ts'
import { answerAsText, withCaseNumber } from './answer-text.ts'
import { addressOf, type PageAnswer } from './page-answer.ts'

const { countries } = answerer.dataset

type Filters = PageAnswer['question']['filters']

const answered = (q: string, filters: Filters = {}, language: Language = 'pl'): PageAnswer => ({
  question: { language, q, filters },
  response: ask(q, { ...filters, lang: language, limit: '500', include: 'tree' }),
  moment: { day: TODAY, time: '12:00' },
  origin: 'https://cn.example.com',
  places: new Map(countries.codes.map((code) => [code, countries.name(code)[language]])),
})

/** The text of a piece of markup. */
const textOf = (markup: string): string => markup.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')
const written = (answer: PageAnswer): string => answerHtml(answer).markup
const part = (answer: PageAnswer, from: string): string =>
  new RegExp(`<(section|header|details|article)[^>]*class="[^"]*\\b${from}\\b[\\s\\S]*?</\\1>`).exec(
    written(answer),
  )?.[0] ?? ''

describe('the headline', () => {
  test('is the assessment as the API gives it, on the page, in the title, in the preview and in the text', () => {
    const questions: [string, Filters][] = [
      ['8471 30 00', { direction: 'export' }],
      ['8712 00 30', {}],
      ['7304 39 82', { direction: 'import' }],
      ['4412', {}],
      ['9302', {}],
      ['4907 00 30', {}],
      ['0101 30 00', {}],
      ['xyzzy', {}],
      ['samochód używany', {}],
    ]
    for (const language of ['pl', 'en'] as const) {
      for (const [q, filters] of questions) {
        const answer = answered(q, filters, language)
        const { headline, reason, sentence, steps } = answer.response.assessment
        const page = textOf(written(answer)).replaceAll('&quot;', '"').replaceAll('&#39;', "'")
        for (const one of [headline, reason, ...steps.map(({ text }) => text)])
          assert.ok(page.includes(one.replace(/\s+/g, ' ')), `${q}: nothing of the assessment is lost`)
        const { title, description } = titleOf(answer)
        assert.ok(title.length <= 100 && (title.endsWith(headline) || title.endsWith(' …')), title)
        assert.ok(description.includes(sentence), q)
        assert.ok(answerAsText(answer).includes(sentence), q)
      }
    }
  })

  test('the provisions behind it are on the page and in the text, each with its own limit or description', () => {
    for (const language of ['pl', 'en'] as const)
      for (const q of ['7113', '9302', '8712 00 30']) {
        const answer = answered(q, {}, language)
        const { assessment } = answer.response
        const shown = textOf(part(answer, 'grounds')).replaceAll('&quot;', '"').replaceAll('&#39;', "'")
        for (const { head, grounds } of groundsInWords(assessment, language)) {
          assert.ok(shown.includes(head), `${q}: ${head}`)
          for (const ground of grounds) {
            assert.ok(shown.includes(ground.replace(/\s+/g, ' ')), `${q}: ${ground}`)
            assert.ok(answerAsText(answer).includes(`- ${head}: ${ground}`), `${q}: ${ground}`)
          }
        }
      }
    assert.equal(part(answered('0101 30 00'), 'grounds'), '')
  })

  test('nothing checked has a style of its own and claims nothing', () => {
    const answer = answered('xyzzy')
    assert.match(written(answer), /<article class="card" data-answer="not_checked"/)
    assert.doesNotMatch(textOf(written(answer)), /To nie zgoda|Co sprawdziliśmy|Dzień zawarcia umowy/)
  })

  test('codes that a warning names are links, years are none', () => {
    const answer = answered('xyzzy')
    const warnings = ['Częściowo odpowiadają: 7304, 7308 20 10, 7303. Dane z 24 lipca 2026 r.; 2024–2026.']
    const response = { ...answer.response, scope: { ...answer.response.scope, warnings } }
    const linked = [...part({ ...answer, response }, 'warning').matchAll(/data-question href="([^"]+)"/g)]
    assert.deepEqual(
      linked.map(([, href]) => href),
      ['/?q=7304', '/?q=7308+20+10', '/?q=7303'],
    )
  })

  test('the copied text has the words of the annex that decide where only part of a code is listed', () => {
    const answer = answered('8703 32', { destination: 'BY' })
    const described = answer.response.results.filter(({ partial_by }) => partial_by === 'description')
    assert.ok(described.length > 0)
    for (const { cn_code, listed_as } of described)
      assert.ok(answerAsText(answer).includes(`ex ${cn_code}: ${listed_as}`), cn_code)
    assert.ok(answerAsText(answered('84')).length < 100_000)
  })

  test('measures without codes stand beside it', () => {
    for (const text of [textOf(part(answered('9302'), 'near')), answerAsText(answered('9302'))]) {
      assert.match(text, /Takie towary mogą też podlegać zakazom, których kod CN nie pokaże/)
      assert.match(
        text,
        /Rosja, art\. 4 ust\. 1 lit\. a\) i art\. 4 ust\. 1 lit\. c\): Towary ze wspólnego wykazu uzbrojenia UE\./,
      )
    }
    assert.equal(part(answered('0902 30 00'), 'near'), '')
  })
})

test('goods found by name have the marks of the API', () => {
  const answer = answered('pistolet')
  const goods = textOf(part(answer, 'goods'))
  assert.match(goods, /9302 00 00 zakaz zależnie od opisu/)
  assert.doesNotMatch(goods, /nie znaleziono/)
  const markup = written(answered('książka'))
  assert.match(markup, /<span class="badge clear">brak w wykazach<\/span>/)
})

describe('the day of the contract', () => {
  test('is asked for where no wind-down is known, and always answered', () => {
    assert.match(written(answered('8539 52 00')), /<form class="contract"[\s\S]*name="contract_date" value=""/)
    const answer = answered('8539 52 00', { contract_date: '2025-02-10' })
    const { text } = answer.response.meta.contract!
    assert.match(text, /nie obejmuje umowy z 10 lutego 2025 r\./)
    assert.ok(part(answer, 'card').includes(text))
    assert.ok(answerAsText(answer).includes(text))
    assert.match(textOf(part(answer, 'record')), /umowa z 10 lutego 2025 r\./)
  })

  test('a period that is over but was made for this contract says so', () => {
    const answer = answered('8471 30 00', { contract_date: '2022-02-01' })
    const winddowns = textOf(part(answer, 'winddowns'))
    assert.match(winddowns, /Obejmował tę umowę; skończył się 4 czerwca 2022 r\./)
    assert.doesNotMatch(winddowns, /[Nn]ie dotyczy/)
    assert.match(answerAsText(answer), /Obejmował tę umowę; skończył się 4 czerwca 2022 r\./)
  })
})

test('what is over is folded away: wind-downs and derogations', () => {
  const markup = written(answered('8471 30 00'))
  assert.match(markup, /<details class="more"><summary>Zakończone okresy przejściowe \(\d+\)<\/summary>/)
  const folded = /<summary>Zakończone odstępstwa \((\d+)\)<\/summary>/.exec(markup)
  const over = ask('8471 30 00').derogations.filter(({ status }) => status === 'expired').length
  assert.equal(Number(folded?.[1] ?? 0), over)
})

test('a derogation that the sources leave open past its end says so, on the page and in the text', () => {
  const openPastItsEnd = (language: Language) => {
    const answer = answered('8471 50', { regime: 'EU-RU-833-2014' }, language)
    const [first, ...others] = answer.response.derogations
    assert.ok(first)
    const past = { ...first, until: calendarDay('2024-12-31'), status: 'open' as const }
    return { ...answer, response: { ...answer.response, derogations: [past, ...others] } }
  }
  const answer = openPastItsEnd('pl')
  for (const text of [textOf(part(answer, 'derogations')), answerAsText(answer)])
    assert.match(text, /do 31 grudnia 2024 r\. \(nie jest pewne, że ten termin upłynął\)/)
  assert.match(
    textOf(written(openPastItsEnd('en'))),
    /until 31 December 2024 \(it is not certain that this has ended\)/,
  )
})

test('an export shows transit bans as such', () => {
  const answer = answered('8471 30 00', { direction: 'export' })
  for (const text of [textOf(written(answer)), answerAsText(answer)]) {
    assert.match(text, /Rosja: tranzyt \(jeżeli towar jest przewożony przez to państwo\)/)
    assert.match(text, /zakaz tranzytu przez Rosję/)
    assert.match(text, /Uwaga: Dotyczy wywozu, jeżeli towar jest przewożony przez terytorium tego państwa\./)
  }
})

test('a question about every direction, or about transit, has no such condition', () => {
  for (const filters of [{}, { direction: 'transit' }])
    assert.doesNotMatch(written(answered('8471 30 00', filters)), /jeżeli towar jest przewożony/)
})

test('the record holds everything that the answer depends on', () => {
  const filters = { direction: 'export', regime: 'EU-BY-765-2006', contract_date: '2024-01-05' }
  const answer = answered('8471 30 00', filters)
  const question =
    '8471 30 00; wywóz i tranzyt; Białoruś; umowa z 5 stycznia 2024 r.; stan prawny na 15 listopada 2026 r.'
  const address =
    'https://cn.example.com/?q=8471+30+00&as_of=2026-11-15&direction=export&regime=EU-BY-765-2006&contract_date=2024-01-05'
  assert.equal(addressOf(answer), address)
  for (const text of [textOf(part(answer, 'record')).replaceAll('&amp;', '&'), answerAsText(answer)]) {
    assert.ok(text.includes(question))
    assert.ok(text.includes(address))
  }
  assert.match(withCaseNumber(answerAsText(answer), ' CEL/117 ', 'pl'), /^Numer sprawy: CEL\/117\n\n8471 30 00/)
  assert.equal(withCaseNumber('text', ' ', 'pl'), 'text')
})

test('a regime has one age: the day up to which changes are worked in, with the acts that were', () => {
  const answer = answered('8708 30', { regime: 'EU-BY-765-2006' })
  for (const text of [textOf(written(answer)), answerAsText(answer)]) {
    assert.match(text, /dane według stanu na 24 października 2025 r\. \(387 dni temu\)/)
    assert.match(text, /z uwzględnieniem zmian: Rozporządzenie Rady \(UE\) 2025\/392, .*2025\/2041/)
    assert.equal(new Set(text.match(/\(\d+ dni temu\)/g)).size, 1)
  }
})

test('every match links to its annex or article on EUR-Lex', () => {
  const markup = written(answered('8471 30 00', { direction: 'export', regime: 'EU-RU-833-2014' }))
  for (const place of ['#anx_XXIII', '#anx_XXXVII'])
    assert.ok(markup.includes(`/TXT/HTML/?uri=CELEX:02014R0833-20260724${place}`), place)
})

test('document codes are grouped by what they state, on the page and in the text', () => {
  const answer = answered('8471 30 00', { direction: 'export', regime: 'EU-RU-833-2014' })
  assert.match(textOf(written(answer)), /na podstawie zezwolenia ?X834 ?Zezwolenie na wywóz/)
  assert.match(answerAsText(answer), /^Rosja, wywóz z UE: na podstawie zezwolenia\n- X834 Zezwolenie na wywóz/m)
})

test('Polish prose has no regime codes, English words, ISO days or citations in brackets', () => {
  const questions: [string, Filters][] = [
    ['8471 30 00', {}],
    ['8703', { contract_date: '2022-01-10' }],
    ['2710', {}],
    ['7207', {}],
    ['9302', {}],
    ['3303', { as_of: '2020-05-05' }],
    ['0101 30 00', {}],
    ['samochód używany', {}],
  ]
  for (const [q, filters] of questions) {
    const answer = answered(q, filters)
    const prose = answerAsText(answer)
      .split('\n')
      .filter((line) => !/https?:\/\/|^Wersja danych/.test(line))
      .join('\n')
    for (const text of [
      prose,
      textOf(written(answer).replace(/<textarea[\s\S]*<\/textarea>|<dd><a id="address"[\s\S]*?<\/dd>/g, '')),
    ]) {
      assert.doesNotMatch(text, /EU-(?:RU|BY)-\d/, q)
      assert.doesNotMatch(text, /subparagraph|restricted|no_match/, q)
      assert.doesNotMatch(text, /art\. \d+[a-z]*\(/, q)
      assert.doesNotMatch(text.replace(/\d{4}-\d{2}-\d{2}-[0-9a-f]{12}/g, ''), /\b20\d\d-\d\d-\d\d\b/, q)
    }
  }
})

describe('a deal', () => {
  const SERVER_THROUGH_RUSSIA = { origin: 'PL', destination: 'KZ', via: 'RU' }

  test('each finding: kind, act, article, text and document codes, on the page and in the text', () => {
    for (const language of ['pl', 'en'] as const) {
      const answer = answered('8471 50', SERVER_THROUGH_RUSSIA, language)
      const findings = answer.response.deal!.findings.filter((finding) => !isOtherControl(finding))
      const texts = [textOf(part(answer, 'deal')), answerAsText(answer)].map((text) =>
        text.replaceAll('&#39;', "'").replaceAll('&quot;', '"'),
      )
      for (const text of texts) {
        for (const finding of findings) {
          assert.ok(text.includes(finding.text.replace(/\s+/g, ' ')), finding.text)
          for (const statement of documentStatements(finding, answer.response.meta.documents, language))
            assert.ok(text.includes(statement), statement)
        }
      }
      assert.equal(findings[0]?.kind, 'prohibited')
      const head = {
        pl: /zakazane,? rozporządzenie Rady \(UE\) nr 833\/2014, art\. 2a ust\. 1a/,
        en: /prohibited,? Council Regulation \(EU\) No 833\/2014, Article 2a\(1a\)/,
      }
      for (const text of texts) assert.match(text, head[language])
    }
  })

  test('controls that are no sanctions stand apart, with and without a deal, and never where nothing is flagged', () => {
    const heading = { pl: 'Inne kontrole, niebędące sankcjami', en: 'Other controls, which are not sanctions' }
    for (const language of ['pl', 'en'] as const) {
      const withDeal = answered('8471 50', SERVER_THROUGH_RUSSIA, language)
      const [control] = withDeal.response.deal!.findings.filter(isOtherControl)
      assert.ok(control)
      assert.ok(!textOf(part(withDeal, 'deal')).includes(control.text))
      const without = answered('8471 50', {}, language)
      assert.deepEqual(
        without.response.scope.controls?.map(({ kind, direction }) => [kind, direction]),
        [['dual_use', 'export']],
      )
      for (const answer of [withDeal, without]) {
        for (const text of [textOf(part(answer, 'controls')), answerAsText(answer)]) {
          assert.ok(text.includes(heading[language]))
          assert.ok(text.includes(control.text.slice(control.text.indexOf('. ') + 2)))
          assert.match(text, /2021\/821/)
          assert.match(text, /Y901 – /)
        }
      }
      assert.ok(!answerAsText(answered('0901 21 00', {}, language)).includes(heading[language]))
    }
  })

  test('several articles of one finding are each written out', () => {
    const answer = answered('8471 50', SERVER_THROUGH_RUSSIA)
    const several = answer.response.deal!.findings.filter(({ article }) => article.includes('; '))
    assert.ok(several.length > 0)
    assert.doesNotMatch(textOf(part(answer, 'deal')), /; \d+[a-z]*\(\d/)
  })

  test('findings link to the matches they rest on', () => {
    const markup = written(answered('8471 50', SERVER_THROUGH_RUSSIA))
    const links = [...markup.matchAll(/href="#(match-\d+)"/g)].map(([, id]) => id)
    assert.ok(links.length > 0)
    for (const id of links) assert.ok(markup.includes(`<article id="${id}"`), id)
  })

  test('the clause comes as a draft for a lawyer, with a button that copies it', () => {
    const answer = answered('8471 50', { origin: 'PL', destination: 'KZ' })
    const clause = answer.response.deal!.findings.findIndex(({ draft }) => draft !== undefined)
    assert.notEqual(clause, -1)
    const markup = part(answer, 'deal')
    assert.match(markup, /<summary>Projekt klauzuli, do sprawdzenia przez prawnika<\/summary>/)
    assert.ok(markup.includes(`<blockquote id="draft-${clause}">`))
    assert.ok(markup.includes(`data-copy="draft-${clause}"`))
  })

  test('the question, the address and links to other codes keep it', () => {
    const answer = answered('8471 50', SERVER_THROUGH_RUSSIA)
    assert.match(textOf(part(answer, 'record')), /skąd: Polska, dokąd: Kazachstan, którędy: Rosja/)
    assert.match(answerAsText(answer), /Pytanie: 8471 50; skąd: Polska, dokąd: Kazachstan, którędy: Rosja;/)
    assert.match(addressOf(answer), /origin=PL&destination=KZ&via=RU/)
    assert.match(written(answer), /data-question href="[^"]*origin=PL&amp;destination=KZ&amp;via=RU/)
    assert.match(written(answer), /<input type="hidden" name="destination" value="KZ">/)
  })

  test('inside the Union there is nothing to tick off', () => {
    assert.equal(part(answered('8471 50', { origin: 'DE', destination: 'PL' }), 'deal'), '')
    assert.equal(part(answered('8471 50'), 'deal'), '')
  })
})

describe('regimes for territories of Ukraine', () => {
  test('are offered by a link where they were not checked', () => {
    const markup = written(answered('8501 10 10'))
    assert.match(markup, /Nie sprawdzono: [^<]*<a data-question href="\/\?q=8501\+10\+10&amp;regime=EU-UA-692-2014">/)
  })

  test('are offered in the words of the form, not of the API', () => {
    for (const [language, words] of [
      ['pl', /Krymu i Sewastopola\. Sprawdź te środki albo wybierz w polu „Skąd” lub „Dokąd”: Krym, Sewastopol\./],
      ['en', /Crimea and Sevastopol\. Check these measures, or choose under "From" or "To": Crimea, Sevastopol\./],
    ] as const) {
      const text = textOf(written(answered('8501 10 10', {}, language))).replaceAll('&quot;', '"')
      assert.match(text, words)
      assert.doesNotMatch(text, /regime=|as origin|UA-\d\d/)
    }
  })

  test('are called by their act, not by the code of a country', () => {
    for (const filters of [
      { regime: 'EU-UA-2022-263', contract_date: '2022-02-01' },
      { origin: 'PL', destination: 'UA-14' },
    ]) {
      const answer = answered('8501 10 10', filters)
      assert.ok(answer.response.results.some(({ regime }) => regime.code === 'EU-UA-2022-263'))
      for (const text of [textOf(written(answer)), answerAsText(answer)]) {
        assert.match(text, /Rozporządzenie Rady \(UE\) 2022\/263: wywóz z UE/)
        assert.doesNotMatch(text, /\bUA[:,]/)
      }
    }
  })
})

test('a code that is gone leads to those that replaced it, below the headline', () => {
  const { markup } = answerHtml(answered('8504 40 85'))
  const offers = /<div class="offers">.*?<\/div>/s.exec(markup)?.[0] ?? ''
  assert.match(offers, /Możliwe nowe kody \(2026\): .*8504 40 84.*8504 40 87/)
})

test('a list of matches that is cut off says so before it, on the page and in the text', () => {
  const chapter = answered('84')
  const { total } = chapter.response.meta
  const said = `podaj dłuższy kod, aby zobaczyć wszystkie: 500 / ${total}.`
  assert.match(written(chapter), new RegExp(`<h3 id="matches">[^<]*</h3>\\s*<p class="note">[^<]*${said}</p>`))
  assert.ok(answerAsText(chapter).includes(said))
  assert.doesNotMatch(answerAsText(answered('8471 30 00')), /aby zobaczyć wszystkie/)
})
