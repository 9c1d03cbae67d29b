/** Writes the OCI image for all its platforms, without a container engine. */
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Architecture,
  architectures,
  type Executables,
  formatTime,
  getImageFile,
  homepage,
  type Release,
} from '../model'
import type { DebianPackage } from './debian'
import { addDocument, addLayer, type Blob, createLayout, type Layer, packFolder } from './layout'
import { imageUser, writeSystem } from './system'

const mediaType = (kind: string) => `application/vnd.oci.image.${kind}`
const describeBlob = (kind: string, { digest, size }: Blob) => ({
  mediaType: mediaType(kind),
  digest,
  size,
})

export interface Image {
  name: string
  /** Digest of the list of platforms, by which the image can be pinned. */
  digest: string
  packages: DebianPackage[]
}

export async function writeImage(release: Release, executables: Executables): Promise<Image> {
  const scratch = mkdtempSync(join(tmpdir(), 'quire-image-'))
  try {
    const layout = join(scratch, 'layout')
    createLayout(layout)
    const manifests: object[] = []
    const packages: DebianPackage[] = []
    for (const architecture of architectures) {
      const executable = executables[architecture.target]
      if (executable === undefined) continue
      const root = join(scratch, `system-${architecture.oci}`)
      const apt = join(scratch, `apt-${architecture.debian}`)
      packages.push(...(await writeSystem(root, architecture.debian, apt)))
      const layers = [
        await addLayer(layout, root, release),
        await addProgram(layout, join(scratch, `program-${architecture.oci}`), executable, release),
      ]
      manifests.push(addManifest(layout, release, architecture, layers))
    }
    const digest = writeIndex(layout, release, manifests)
    const name = getImageFile(release.version)
    packFolder(layout, join(release.folder, name), release.epoch)
    return { name, digest, packages }
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

async function addProgram(layout: string, root: string, executable: string, release: Release) {
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
  mkdirSync(join(root, 'data'))
  // Volumes inherit the permissions, and any user may run the image.
  chmodSync(join(root, 'data'), 0o1777)
  copyFileSync(executable, join(root, 'usr/local/bin/quire'))
  chmodSync(join(root, 'usr/local/bin/quire'), 0o755)
  // `quire update` then names the image instead.
  mkdirSync(join(root, 'usr/local/share/quire'), { recursive: true })
  writeFileSync(join(root, 'usr/local/share/quire/installed-by'), 'oci\n')
  return addLayer(layout, root, release)
}

function addManifest(
  layout: string,
  release: Release,
  { oci }: Architecture,
  layers: readonly Layer[],
) {
  const config = addDocument(layout, createConfig(release, oci, layers))
  const manifest = addDocument(layout, {
    schemaVersion: 2,
    mediaType: mediaType('manifest.v1+json'),
    config: describeBlob('config.v1+json', config),
    layers: layers.map((layer) => describeBlob('layer.v1.tar+gzip', layer)),
  })
  const platform = { architecture: oci, os: 'linux' }
  return { ...describeBlob('manifest.v1+json', manifest), platform }
}

const createConfig = (
  { version, commit, epoch }: Release,
  architecture: string,
  layers: readonly Layer[],
) => ({
  architecture,
  os: 'linux',
  created: formatTime(epoch),
  config: {
    User: `${imageUser}:${imageUser}`,
    WorkingDir: '/data',
    Env: [
      'PATH=/usr/local/bin',
      'SERVICE_DATA_DIR=/data',
      'SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt',
    ],
    Entrypoint: ['/usr/local/bin/quire'],
    Cmd: ['serve'],
    ExposedPorts: { '8080/tcp': {} },
    Volumes: { '/data': {} },
    StopSignal: 'SIGTERM',
    Labels: {
      'org.opencontainers.image.title': 'Quire',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': commit,
      'org.opencontainers.image.licenses': 'MIT',
      'org.opencontainers.image.url': homepage,
    },
  },
  rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
  history: [{ created_by: 'packages of Debian' }, { created_by: `quire ${version}` }],
})

/** Tools find the image by the version, which names the list of platforms. */
function writeIndex(layout: string, { version }: Release, manifests: readonly object[]): string {
  const list = addDocument(layout, {
    schemaVersion: 2,
    mediaType: mediaType('index.v1+json'),
    manifests,
  })
  const named = {
    ...describeBlob('index.v1+json', list),
    annotations: { 'org.opencontainers.image.ref.name': version },
  }
  const index = { schemaVersion: 2, manifests: [named] }
  writeFileSync(join(layout, 'index.json'), JSON.stringify(index))
  return list.digest
}
