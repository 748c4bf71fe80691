import { open } from 'node:fs/promises'
import Database from 'better-sqlite3'

/** Overwrites so many bytes of a file, as a failing disk does; the result repairs them. */
export async function overwrite(file: string, position: number, bytes: number): Promise<() => Promise<void>> {
  const before = Buffer.alloc(bytes)
  const write = async (content: Buffer) => {
    const handle = await open(file, 'r+')
    if (content !== before) await handle.read(before, 0, bytes, position)
    await handle.write(content, 0, bytes, position)
    await handle.close()
  }
  await write(Buffer.alloc(bytes, 0xa5))
  return () => write(before)
}

/** Overwrites the second page of the leads in a closed SQLite file; the result repairs it. */
export function damageLeads(file: string): Promise<() => Promise<void>> {
  const database = new Database(file)
  const leaves = "select pageno from dbstat where name = 'leads' and pagetype = 'leaf' order by pageno limit 1 offset 1"
  const page = Number(database.prepare(leaves).pluck().get())
  const size = Number(database.pragma('page_size', { simple: true }))
  database.close()
  return overwrite(file, (page - 1) * size, size)
}
