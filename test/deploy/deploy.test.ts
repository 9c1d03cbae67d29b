import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { unitText } from '../../src/cli/service/systemd-unit'

const folder = resolve(import.meta.dir, '../../docs/deploy')
const readDocument = (name: string) => readFileSync(join(folder, name), 'utf8')
const plain = { program: '/usr/local/bin/quire', user: undefined, readableFolders: [] }

describe('the systemd unit', () => {
  test('in the documentation equals the one that the program prints', () => {
    expect(readDocument('quire.service')).toBe(
      unitText({ ...plain, config: '/etc/quire/service.yaml' }),
    )
  })

  test('allows what a just-in-time compiler needs, and little else', () => {
    const unit = readDocument('quire.service')
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m)
    expect(unit).not.toMatch(/^ExecReload/m)
    for (const line of ['ProtectSystem=strict', 'NoNewPrivileges=yes', 'StateDirectory=quire']) {
      expect(unit).toContain(`\n${line}\n`)
    }
  })

  test('escapes spaces and percent signs in paths', () => {
    const unit = unitText({
      ...plain,
      config: '/etc/my quire/100%.yaml',
      readableFolders: ['/home/ann/books', '/home/ann/more books'],
    })
    expect(unit).toContain('--config "/etc/my quire/100%%.yaml"\n')
    expect(unit).toContain('BindReadOnlyPaths=/home/ann/books "/home/ann/more books"\n')
    expect(unit).toContain('ProtectHome=tmpfs\n')
  })
})

interface Compose {
  services: Record<
    string,
    {
      ports?: string[]
      networks: string[]
      read_only?: boolean
      cap_drop?: string[]
      environment: Record<string, string>
    }
  >
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } } | null>
}

describe('the compose file', () => {
  const { services, networks } = parse(readDocument('compose.yaml')) as Compose

  test('publishes only ports 80 and 443', () => {
    const open = Object.values(services).flatMap(({ ports = [] }) => ports)
    expect(open.toSorted()).toEqual(['443:443', '443:443/udp', '80:80'])
  })

  test('keeps PostgreSQL in an internal network', () => {
    expect(services['database']?.networks).toEqual(['inside'])
    expect(networks['inside']?.internal).toBe(true)
  })

  test('runs Quire on a read-only file system without privileges', () => {
    expect(services['quire']).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  })

  test('trusts the network of the proxy', () => {
    const trusted = services['quire']?.environment['SERVICE_SERVER__TRUSTED_PROXIES']
    expect(networks['outside']?.ipam?.config[0]?.subnet).toBe(trusted)
  })

  test('uses only existing settings', async () => {
    const { findUnknownVariables } = await import('./settings')
    expect(findUnknownVariables(services['quire']!.environment)).toEqual([])
  })
})

test('the container runs as an unprivileged user and uses the health check of the program', () => {
  const file = readDocument('Containerfile')
  expect(file).toMatch(/^USER 10001:10001$/m)
  expect(file).toMatch(/^HEALTHCHECK .*\\\n {2}CMD \["\/usr\/local\/bin\/quire", "healthcheck"\]$/m)
})

test('E16: the image has the client programs of the same PostgreSQL version as the compose file', () => {
  const client = /^ARG POSTGRES_CLIENT=postgresql-client-(\d+)$/m.exec(
    readDocument('Containerfile'),
  )
  const server = /image: docker.io\/library\/postgres:(\d+)$/m.exec(readDocument('compose.yaml'))
  expect(client?.[1]).toBeDefined()
  expect(client?.[1]).toBe(server![1]!)
})

test('nginx does not buffer live events and forwards the client address', () => {
  const text = readDocument('nginx.conf')
  for (const line of ['proxy_buffering off;', 'X-Forwarded-For', 'X-Forwarded-Proto']) {
    expect(text).toContain(line)
  }
})
