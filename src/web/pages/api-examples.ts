export const EXAMPLE_LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const
export type ExampleLanguage = keyof typeof EXAMPLE_LANGUAGES

export type Examples = ReturnType<typeof examplesAt>

/** Two requests in three programming languages; the tests run these examples. */
export function examplesAt(origin: string) {
  return {
    lookup: {
      curl: `curl --get ${origin}/api/v1/cn \\
  --data-urlencode 'q=7304 11 00' --data lang=en`,
      typescript: `const asked = new URLSearchParams({ q: '7304 11 00', lang: 'en' })
const response = await fetch(\`${origin}/api/v1/cn?\${asked}\`)
const answer = await response.json()
if (!response.ok) throw new Error(answer.detail)

console.log(answer.verdict, answer.assessment.sentence)
for (const { cn_code, annex, article, regime } of answer.results) {
  console.log(cn_code, regime.target_country_code, article, annex ?? '')
}`,
      python: `import json, urllib.parse, urllib.request

asked = urllib.parse.urlencode({"q": "7304 11 00", "lang": "en"})
with urllib.request.urlopen(f"${origin}/api/v1/cn?{asked}") as response:
    answer = json.load(response)

print(answer["verdict"], answer["assessment"]["sentence"])
for result in answer["results"]:
    print(result["cn_code"], result["regime"]["target_country_code"], result["article"], result["annex"])`,
    },
    list: {
      curl: `curl ${origin}/api/v1/check \\
  -H 'Content-Type: application/json' \\
  -d '{"lang": "en", "items": [{"id": "1", "q": "7304 11 00"}, {"id": "2", "q": "laptop"}]}'`,
      typescript: `const items = ['7304 11 00', 'laptop', '7'].map((q, at) => ({ id: String(at + 1), q }))
const response = await fetch('${origin}/api/v1/check', {
  method: 'POST',
  headers: { 'content-type': 'application/json' }, // and 'x-api-key': '…', if you have one
  body: JSON.stringify({ lang: 'en', items }),
})
const answer = await response.json()
if (!response.ok) throw new Error(answer.detail)

for (const item of answer.items) {
  if (item.status === 'ok') console.log(item.id, item.verdict, item.matches.length)
  else console.log(item.id, item.problem.detail)
}`,
      python: `import json, urllib.request

items = [{"id": str(at + 1), "q": q} for at, q in enumerate(["7304 11 00", "laptop", "7"])]
request = urllib.request.Request(
    "${origin}/api/v1/check",
    data=json.dumps({"lang": "en", "items": items}).encode(),
    headers={"Content-Type": "application/json"},  # and "X-API-Key": "…", if you have one
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)

for item in answer["items"]:
    if item["status"] == "ok":
        print(item["id"], item["verdict"], len(item["matches"]))
    else:
        print(item["id"], item["problem"]["detail"])`,
    },
  } satisfies Record<string, Record<ExampleLanguage, string>>
}
