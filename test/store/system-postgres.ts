import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './postgres-server.ts'

/**
 * The PostgreSQL of this machine, which has pg_dump and pg_restore; that of the packages has the server alone. With the role
 * and the database of compose.yaml. Undefined where none is installed.
 */
export async function startSystemPostgres() {
  const found = spawnSync('sh', ['-c', 'ls -d $(pg_config --bindir 2>/dev/null) /usr/lib/postgresql/*/bin 2>/dev/null'])
  const bin = String(found.stdout).trim().split('\n').at(-1)
  if (!bin) return undefined
  const directory = await mkdtemp(join(tmpdir(), 'cn-sanctions-system-postgres-'))
  const port = await freePort()
  const data = join(directory, 'data')
  // The server refuses to run as root.
  const asOther = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const run = (...command: string[]) => {
    const [program = '', ...args] = [...asOther, ...command]
    const { status, stderr } = spawnSync(program, args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] })
    if (status !== 0) throw new Error(`${command[0]}: ${stderr}`)
  }
  if (asOther.length > 0) await chmod(directory, 0o777)
  const remove = () => rm(directory, { recursive: true, force: true })
  try {
    run(join(bin, 'initdb'), '-D', data, '-U', 'cn', '--auth=trust', '--encoding=UTF8', '--no-sync')
    const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
    run(join(bin, 'pg_ctl'), '-D', data, '-o', flags, '-l', join(directory, 'log'), '-w', 'start')
    run(join(bin, 'createdb'), '-h', '127.0.0.1', '-p', String(port), '-U', 'cn', 'cn')
  } catch (error) {
    await remove()
    throw error
  }
  return {
    databaseUrl: `postgres://cn@127.0.0.1:${port}/cn`,
    /** Lets the programs of PostgreSQL find this server. */
    env: { PGHOST: '127.0.0.1', PGPORT: String(port), PATH: `${bin}:${process.env.PATH}` },
    async remove() {
      run(join(bin, 'pg_ctl'), '-D', data, '-m', 'immediate', '-w', 'stop')
      await remove()
    },
  }
}
