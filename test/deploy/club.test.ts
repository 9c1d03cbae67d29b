/** The examples for several processes: with a shared folder, and with a bucket. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { findUnknownVariables } from './settings'

const folder = resolve(import.meta.dir, '../../docs/deploy')
const readDocument = (name: string) => readFileSync(join(folder, name), 'utf8')

interface Service {
  environment: Record<string, string>
  volumes?: string[]
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
}

const readCompose = (name: string) => parse(readDocument(name), { merge: true }) as Compose

const processes = ['migrate', 'quire-1', 'quire-2', 'worker-1', 'worker-2']
const club = readCompose('compose-club.yaml')
const bucket = readCompose('compose-club-bucket.yaml')

describe('the compose files of a club', () => {
  test.each(processes)('use only existing settings: %s', (name) => {
    const shared = club.services[name]!.environment
    expect(findUnknownVariables(shared)).toEqual([])
    const both = { ...shared, ...bucket.services[name]!.environment }
    expect(findUnknownVariables(both)).toEqual([])
    expect(both['SERVICE_STORAGE__TYPE']).toBe('s3')
    expect(both['SERVICE_ENCRYPTION_KEY']).toBeDefined()
  })

  test('give each process a data folder of its own beside a bucket', () => {
    expect(Object.keys(bucket.services)).toEqual(processes)
    const mounts = processes.map((name) => bucket.services[name]!.volumes!)
    expect(new Set(mounts.flat()).size).toBe(processes.length)
    for (const [mount] of mounts) {
      const [volume, path] = mount!.split(':')
      expect(path).toBe('/data')
      expect(Object.keys(bucket.volumes)).toContain(volume!)
    }
  })
})

interface Resource {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec?: { template: { spec: PodSpec }; accessModes?: string[] }
}
interface PodSpec {
  containers: { env: { name: string; valueFrom: { secretKeyRef: { key: string } } }[] }[]
  volumes: { name: string; emptyDir?: object; persistentVolumeClaim?: { claimName: string } }[]
}

const readResources = (name: string) =>
  parseAllDocuments(readDocument(name)).map((one) => one.toJS() as Resource)

describe.each(['kubernetes.yaml', 'kubernetes-bucket.yaml'])('%s', (name) => {
  const resources = readResources(name)
  const { data: settings } = resources.find(({ kind }) => kind === 'ConfigMap')!
  const pods = resources
    .filter(({ kind }) => kind === 'Job' || kind === 'Deployment')
    .map(({ metadata, spec }) => [metadata.name, spec!.template.spec] as const)

  test.each(pods)('uses only existing settings, claims and secrets: %s', (_, pod) => {
    const variables = pod.containers[0]!.env
    const secrets = Object.fromEntries(variables.map((one) => [one.name, '${secret}']))
    expect(findUnknownVariables({ ...settings, ...secrets })).toEqual([])
    const claims = resources
      .filter(({ kind }) => kind === 'PersistentVolumeClaim')
      .map(({ metadata }) => metadata.name)
    const used = pod.volumes.flatMap(({ persistentVolumeClaim: one }) => one?.claimName ?? [])
    expect(claims).toEqual(expect.arrayContaining(used))
    const keys = variables.map(({ valueFrom }) => valueFrom.secretKeyRef.key)
    for (const key of keys) expect(readDocument(name)).toContain(`--from-literal=${key}=`)
  })

  test('shares a data folder, or has a bucket and an encryption key', () => {
    const isShared = pods.every(([, { volumes }]) =>
      volumes.some((one) => one.name === 'data' && one.persistentVolumeClaim),
    )
    const hasBucket = settings!['SERVICE_STORAGE__TYPE'] === 's3'
    const hasKey = pods.every(([, { containers }]) =>
      containers[0]!.env.some((one) => one.name === 'SERVICE_ENCRYPTION_KEY'),
    )
    expect([isShared, hasBucket, hasKey]).toEqual(
      name === 'kubernetes.yaml' ? [true, false, false] : [false, true, true],
    )
  })
})
