/** Downloads provider covers for a series or book, or to show them next to a candidate. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import { decoder } from '../../../media/decoding/decoder'
import { DecodeFailed, DecoderDied } from '../../../media/decoding/decode-errors'
import { fetchPicture } from '../../../platform/outgoing/fetch-picture'
import type { Content } from '../../../platform/http/responses/content'
import type { Message } from '../../../platform/messages/message'
import { matchesSecret } from '../../../accounts/sessions/secrets'
import { matchingMessages } from '../messages'
import { requireProvider } from '../provider-access'
import { findBuiltInByName } from '../../providers/providers'
import type { MetadataProvider } from '../../providers/provider'
import type { Target } from './target'

interface AddedCover {
  /** null if the image already existed. */
  coverId: string | null
  isSelected: boolean
}

interface ProviderCover {
  provider: string
  url: string
  /** Whether the cover replaces that of the book's file or, for a series, of its first book. */
  isPreferred: boolean
  signal?: AbortSignal
}

/** Downloads the image and adds it to the covers of the series or book. */
export const addProviderCover = (ctx: Context, target: Target, id: string, cover: ProviderCover) =>
  catchRefusal(async () => {
    const { provider, url, isPreferred, signal } = cover
    const file = new Blob([await download(ctx, provider, url, signal)])
    return storeCover(ctx, target, id, { provider, file, isPreferred })
  })

/** Returns undefined if the image cannot be downloaded. */
export async function downloadCover(
  ctx: Context,
  { provider, url, signal }: { provider: string; url: string; signal: AbortSignal },
): Promise<Blob | undefined> {
  const result = await catchRefusal(
    async () => new Blob([await download(ctx, provider, url, signal)]),
  )
  return 'problem' in result ? undefined : result
}

export const addDownloadedCover = (ctx: Context, target: Target, id: string, cover: StoredCover) =>
  catchRefusal(() => storeCover(ctx, target, id, cover))

interface StoredCover extends Pick<ProviderCover, 'provider' | 'isPreferred'> {
  file: Blob
}

async function storeCover(
  ctx: Context,
  target: Target,
  id: string,
  { provider, file, isPreferred }: StoredCover,
): Promise<AddedCover> {
  const options = { file, isSpare: !isPreferred }
  const { coverId, isNew, selected } = await target.suggestCover(ctx, id, provider, options)
  return { coverId: isNew ? coverId : null, isSelected: selected }
}

async function catchRefusal<Result extends object>(
  work: () => Promise<Result>,
): Promise<Result | { problem: Message }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.userMessage }
    throw error
  }
}

async function download(ctx: Context, name: string, url: string, signal?: AbortSignal) {
  const builtIn = findBuiltInByName(name)
  const mirror = builtIn && ctx.config.providers[builtIn.name].base
  const { bytes } = await fetchPicture(ctx, url, { mirror, ...(signal && { signal }) })
  return bytes as Uint8Array<ArrayBuffer>
}

/**
 * Builds the path of a candidate's image. The path is signed, so that only images of providers are
 * served. Returns null if there is no image.
 */
export function buildCoverPath(
  ctx: Context,
  { id, name }: MetadataProvider,
  url: string | null | undefined,
): string | null {
  if (!url) return null
  const query = new URLSearchParams({ url, signature: sign(ctx, name, url) })
  return `/api/v1/metadata-providers/${id}/cover?${query.toString()}`
}

const sign = ({ config }: Context, name: string, url: string) =>
  new Bun.CryptoHasher('sha256', `provider cover ${config.auth.jwt_secret!}`)
    .update(`${name} ${url}`)
    .digest('base64url')

const shownWidth = 300
const quality = 80

/** Returns the image as a small WebP file. Throws if the signature is wrong. */
export async function openCandidateCover(
  ctx: Context,
  { id, url, signature }: { id: string; url: string; signature: string },
): Promise<Content> {
  const { name } = await requireProvider(ctx, id)
  if (!matchesSecret(sign(ctx, name, url), signature)) throw notFound(matchingMessages.no_cover())
  const folder = await mkdtemp(join(tmpdir(), 'quire-cover-'))
  try {
    const [path, target] = [join(folder, 'given'), join(folder, 'small.webp')]
    await Bun.write(path, await download(ctx, name, url))
    await shrink(ctx, path, target)
    const bytes = await Bun.file(target).bytes()
    return { type: 'image/webp', caching: 'day', open: async () => bytes }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function shrink(ctx: Context, path: string, target: string) {
  const source = { from: 'file', path } as const
  const task = { source, width: shownWidth, quality, target }
  try {
    await decoder(ctx.config.thumbnails).run('thumbnail', task, { first: true })
  } catch (error) {
    if (!(error instanceof DecodeFailed || error instanceof DecoderDied)) throw error
    throw notFound(matchingMessages.no_cover())
  }
}
