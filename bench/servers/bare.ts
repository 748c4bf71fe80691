// node:http sending the bytes that our service sends: the least any server on Node can take.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { CONTRACT } from '../questions.ts'

const [bodiesFile = ''] = process.argv.slice(2)
const bodies = JSON.parse(readFileSync(bodiesFile, 'utf8')) as Record<string, string>
const answers = new Map(
  Object.entries(bodies).map(([path, text]) => {
    const body = Buffer.from(text)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
    return [path, { body, headers }]
  }),
)

createServer((request, response) => {
  const url = request.url ?? ''
  const contract = url.indexOf(CONTRACT)
  const answer = answers.get(contract === -1 ? url : url.slice(0, contract))
  if (!answer) return void response.writeHead(404).end()
  response.writeHead(200, answer.headers)
  response.end(answer.body)
}).listen(Number(process.env.PORT), process.env.HOST)
