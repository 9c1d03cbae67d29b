/** Readium position list for an EPUB. */
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Publication, PublicationPart } from '../../../media/epub/publication'
import type { TextContent } from '../../../platform/http/responses/etag'
import type { Viewer } from '../../../accounts/permissions/model'
import { pageMessages } from '../messages'
import { createJsonContent } from './manifest'
import { openPublication } from './publications'
import { buildResourceHref } from './resource-href'

export async function getPositions(
  ctx: Context,
  viewer: Viewer,
  id: string,
  signal: AbortSignal,
): Promise<TextContent> {
  const opened = await openPublication(ctx, viewer, id, signal)
  return createJsonContent(opened, {
    mediaType: 'application/vnd.readium.position-list+json',
    parts: ['positions'],
    make: () => buildPositions(opened.publication),
  })
}

/**
 * Maximum number of positions, because the sizes come from an untrusted file. It corresponds to
 * about 50 MB of text.
 */
const maxPositions = 50_000

/** Builds a position for each 1024 bytes of text, rounded up, or for each fixed-layout page. */
export function buildPositions({ spine }: Publication) {
  const total = spine.reduce((sum, { positions }) => sum + positions, 0)
  if (total > maxPositions) {
    throw new Refusal('not_found', pageMessages.too_large_for_positions())
  }
  let before = 0
  const positions = spine.flatMap((part) => {
    const own = listPartPositions(part, before, total)
    before += part.positions
    return own
  })
  return { total, positions }
}

const listPartPositions = (part: PublicationPart, before: number, total: number) =>
  Array.from({ length: part.positions }, (_, place) => ({
    href: buildResourceHref(part.href),
    type: part.mediaType,
    locations: {
      progression: place / part.positions,
      position: before + place + 1,
      totalProgression: (before + place) / total,
    },
  }))
