/** Content negotiation. */
import Negotiator from 'negotiator'
import { Refusal } from '../../../errors'
import { requestMessages } from '../../messages/common'

/** Chooses one of `forms`, which are media types in the order preferred by the server. */
export function negotiateMediaType<Form extends string>(
  request: Request,
  forms: readonly Form[],
): Form {
  const accept = request.headers.get('accept')?.slice(0, 2000)
  const best = new Negotiator({ headers: { accept } }).mediaType([...forms])
  const form = forms.find((candidate) => candidate === best)
  if (form) return form
  const types = forms.map((candidate) => candidate.split(';')[0]).join(', ')
  throw new Refusal('not_acceptable', requestMessages.not_acceptable({ types }))
}

/**
 * True if the client accepts JSON, with any parameters. A client without an Accept header accepts
 * everything.
 */
export function acceptsJson({ headers }: Request): boolean {
  const accept = headers.get('accept')?.slice(0, 2000)
  if (!accept || accept.includes('json')) return true
  return new Negotiator({ headers: { accept } }).mediaType(['application/json']) !== undefined
}

/** Returns the first encoding that the client accepts, or undefined. */
export function negotiateEncoding<Encoding extends string>(
  { headers }: Request,
  encodings: readonly Encoding[],
): Encoding | undefined {
  const accepted = headers.get('accept-encoding')?.slice(0, 500)
  if (!accepted) return undefined
  const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(encodings)
  return encodings.find((encoding) => taken.includes(encoding))
}
