/** Serves static files in the best encoding that the browser accepts. */
import { notFound } from '../errors'
import { negotiateEncoding } from '../platform/http/requests/accept'
import { matchesEtag } from '../platform/http/responses/etag'
import type { Asset } from './assets-model'
import { requestMessages } from '../platform/messages/common'

type Form = 'br' | 'gzip' | 'identity'

const forever = 'public, max-age=31536000, immutable'
const askAgain = 'no-cache'

/** Files with a content hash in their name never change. */
const isLasting = ({ name }: Asset) => name.startsWith('assets/')

export function serveAsset(assets: ReadonlyMap<string, Asset>, name: string, request: Request) {
  const asset = assets.get(name)
  // A request for a missing asset must return 404 instead of the page.
  if (!asset) throw notFound(requestMessages.no_route())
  const form = findBestForm(asset, request)
  const etag = `"${asset.hash}-${form}"`
  const headers: Record<string, string> = {
    etag,
    'cache-control': isLasting(asset) ? forever : askAgain,
    vary: 'accept-encoding',
    'content-type': asset.type,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(form !== 'identity' && { 'content-encoding': form }),
  }
  if (matchesEtag(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(Bun.file(pathOf(asset, form)), { headers })
}

/** Browsers accept br only over HTTPS and on localhost. They accept gzip everywhere. */
function findBestForm(asset: Asset, request: Request): Form {
  const forms: Form[] = []
  if (asset.br) forms.push('br')
  if (asset.gz) forms.push('gzip')
  return negotiateEncoding(request, forms) ?? 'identity'
}

function pathOf(asset: Asset, form: Form): string {
  const packed = form === 'br' ? asset.br : form === 'gzip' ? asset.gz : undefined
  return packed ?? asset.raw
}
