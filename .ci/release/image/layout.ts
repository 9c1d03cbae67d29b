/** Writes an image as a folder in the layout of OCI. Blobs are named by their hash. */
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from '../model'
import { hashFile, run } from '../run'

export interface Blob {
  digest: string
  size: number
}

export interface Layer extends Blob {
  /** Digest of the uncompressed layer. */
  diffId: string
}

const blobs = ['blobs', 'sha256'] as const

export function createLayout(folder: string): void {
  mkdirSync(join(folder, ...blobs), { recursive: true })
  writeFileSync(join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}')
}

async function addFile(layout: string, file: string): Promise<Blob> {
  const hash = await hashFile(file)
  const { size } = statSync(file)
  renameSync(file, join(layout, ...blobs, hash))
  return { digest: `sha256:${hash}`, size }
}

export function addDocument(layout: string, document: unknown): Blob {
  const text = JSON.stringify(document)
  const hash = new Bun.CryptoHasher('sha256').update(text).digest('hex')
  writeFileSync(join(layout, ...blobs, hash), text)
  return { digest: `sha256:${hash}`, size: Buffer.byteLength(text) }
}

/** Packs the tree in `root` so that the bytes depend on its contents alone. */
export async function addLayer(layout: string, root: string, release: Release): Promise<Layer> {
  const file = `${root}.tar`
  packFolder(root, file, release.epoch)
  const diffId = `sha256:${await hashFile(file)}`
  run(['gzip', release.compression === 'fast' ? '-1' : '-9', '-n', '-f', file])
  return { ...(await addFile(layout, `${file}.gz`)), diffId }
}

/** Packs a folder with all times, owners and the order fixed. */
export function packFolder(root: string, file: string, epoch: number): void {
  run([
    'tar',
    '-C',
    root,
    '--sort=name',
    `--mtime=@${epoch}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=posix',
    '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime',
    '-cf',
    file,
    '.',
  ])
}
