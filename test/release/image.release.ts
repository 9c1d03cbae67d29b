/** The image, unpacked and started by the runtime that Docker and Podman use. */
import { afterAll, expect } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getImageFile } from '../../.ci/release/model'
import { run } from '../../.ci/release/run'
import { imageFormats, writeLibrary } from '../../.ci/smoke-library'
import { findFreePort } from '../support/free-port'
import { placesInside } from './support/foreign-root'
import {
  createFolder,
  createPlaces,
  getFile,
  removeFolders,
  version,
} from './support/release-files'
import { releaseTest } from './support/release-test'
import { buildSettings, checkServer } from './support/server-check'

afterAll(removeFolders)

const tools = { release: true, programs: ['skopeo', 'tar'] }

function unpackLayout(): string {
  const layout = createFolder()
  run(['tar', '-xf', getFile(getImageFile(version)), '-C', layout])
  return layout
}

/** Copies the image of one platform, as `docker pull` does. */
function selectPlatform(architecture: string): string {
  const single = createFolder()
  const platform = ['--override-arch', architecture, '--override-os', 'linux']
  const policy = ['--insecure-policy']
  const [source, target] = [unpackLayout(), single].map((folder) => `oci:${folder}:${version}`)
  run(['skopeo', ...policy, ...platform, 'copy', '--quiet', source!, target!])
  return single
}

releaseTest('the image is found by version and platform', tools, () => {
  const layout = unpackLayout()
  for (const architecture of ['amd64', 'arm64']) {
    const platform = ['--override-arch', architecture, '--override-os', 'linux']
    const shown = JSON.parse(run(['skopeo', ...platform, 'inspect', `oci:${layout}:${version}`]))
    expect(shown).toMatchObject({
      Architecture: architecture,
      Labels: { 'org.opencontainers.image.version': version },
    })
    const config = ['inspect', '--config', `oci:${layout}:${version}`]
    const { config: settings } = JSON.parse(run(['skopeo', ...platform, ...config]))
    expect(settings).toMatchObject({ User: '10001:10001', StopSignal: 'SIGTERM' })
  }
})

const runtime = { release: true, root: true, programs: [...tools.programs, 'umoci', 'runc'] }

releaseTest(
  'the image runs without privileges on a read-only root, and a book is read',
  runtime,
  async () => {
    const bundle = join(createFolder(), 'bundle')
    run(['umoci', 'unpack', '--image', `${selectPlatform('amd64')}:${version}`, bundle])
    const places = createPlaces()
    await writeLibrary(places.books)
    const port = await findFreePort()
    restrict(bundle, places, buildSettings(port, placesInside))
    const name = `quire-${port}`
    try {
      await checkServer(
        {
          command: ['runc', 'run', '--bundle', bundle, name],
          port,
          stop: () => void run(['runc', 'kill', name, 'TERM']),
        },
        imageFormats.length,
      )
    } finally {
      Bun.spawnSync(['runc', 'delete', '--force', name], { env: process.env })
    }
  },
)

interface RuntimeConfig {
  process: {
    terminal: boolean
    user: { uid: number; gid: number }
    env: string[]
    noNewPrivileges: boolean
    capabilities: object
  }
  root: { readonly: boolean }
  mounts: object[]
  linux: { namespaces: { type: string }[] }
}

/** Does what `--read-only --cap-drop ALL --security-opt no-new-privileges --network host` do. */
function restrict(
  bundle: string,
  places: { data: string; books: string },
  settings: Record<string, string>,
) {
  const file = join(bundle, 'config.json')
  const config = JSON.parse(readFileSync(file, 'utf8')) as RuntimeConfig
  expect(config.process.user).toMatchObject({ uid: 10001, gid: 10001 })
  config.process.terminal = false
  config.process.noNewPrivileges = true
  config.process.capabilities = {}
  config.process.env.push(...Object.entries(settings).map(([name, value]) => `${name}=${value}`))
  config.root.readonly = true
  config.linux.namespaces = config.linux.namespaces.filter(({ type }) => type !== 'network')
  const bind = (destination: string, source: string, mode: 'ro' | 'rw') => ({
    destination,
    source,
    type: 'bind',
    options: ['bind', mode],
  })
  config.mounts = [
    ...config.mounts,
    {
      destination: '/tmp',
      type: 'tmpfs',
      source: 'tmpfs',
      options: ['nosuid', 'nodev', 'mode=1777'],
    },
    bind(placesInside.data, places.data, 'rw'),
    bind(placesInside.books, places.books, 'ro'),
  ]
  mkdirSync(join(bundle, 'rootfs', 'books'), { recursive: true })
  writeFileSync(file, JSON.stringify(config))
}
