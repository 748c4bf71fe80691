import { stemmer } from 'stemmer'

/** Irregular plurals, and a singular that only looks like a plural. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    calves: 'calf',
    children: 'child',
    dice: 'die',
    feet: 'foot',
    geese: 'goose',
    halves: 'half',
    hooves: 'hoof',
    knives: 'knife',
    leaves: 'leaf',
    lens: 'lense',
    loaves: 'loaf',
    matrices: 'matrix',
    men: 'man',
    mice: 'mouse',
    scarves: 'scarf',
    shelves: 'shelf',
    teeth: 'tooth',
    women: 'woman',
  }),
)

/** Things that would share the stem of another word: carbon, cast, coat, paint, refrigerator, silicon, propelled. */
const OWN_STEM: ReadonlyMap<string, string> = new Map(
  [
    'carbonated',
    'casting',
    'coated',
    'coating',
    'painting',
    'propellent',
    'propeller',
    'refrigerant',
    'silicone',
  ].flatMap((thing) => [
    [thing, thing],
    [`${thing}s`, thing],
  ]),
)

/** American spellings, as the tariff writes them in British English. */
const SPELLING: readonly (readonly [RegExp, string])[] = [
  [/^aluminum/, 'aluminium'],
  [/sulf/, 'sulph'],
  [/color/, 'colour'],
  [/vapor/, 'vapour'],
  [/^(flav|harb|arm|od)or/, '$1our'],
  [/fiber/, 'fibre'],
  [/^(cent|theat|lit|calib)er/, '$1re'],
  [/^tire(?=s?$)/, 'tyre'],
  [/yz(?=e|ing)/, 'ys'],
  [/iz(?=(?:e|ed|er|ers|es|ing)$)/, 'is'],
  [/^jewelry/, 'jewellery'],
  [/^mold/, 'mould'],
  [/^plow/, 'plough'],
  [/^gray/, 'grey'],
  [/^propellant/, 'propellent'],
  [/^pajama/, 'pyjama'],
  [/^airplane/, 'aeroplane'],
  [/^wool(?=en)/, 'wooll'],
]

/** Two letters tell nothing apart: ore and O-ring would share "or". */
const SHORTEST = 3

/** The Porter stem (https://tartarus.org/martin/PorterStemmer/) of the singular in British spelling. Words must be folded. */
export function stemEnglish(word: string): string {
  let base = IRREGULAR.get(word) ?? word.replace(/-?knives$/, 'knife')
  for (const [american, british] of SPELLING) base = base.replace(american, british)
  const own = OWN_STEM.get(base)
  if (own !== undefined) return own
  const stem = stemmer(base)
  return stem.length < SHORTEST ? base.replace(/s$/, '') : stem
}
