/** Names of genres and tags. Pure. */
import { invalid } from '../../errors'
import { valueMessages } from '../../platform/messages/common'
import { foldText } from '../../platform/lib/text/fold-text'
import { labelMessages } from './messages'
import { maxLabels } from './model'

const maxNameLength = 100

/** Maps each folded name to the name as first written. */
export function mapLabelsByKey(names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of names) {
    const key = buildLabelKey(name)
    if (key !== '' && !found.has(key)) found.set(key, normalizeLabelName(name))
    if (found.size === maxLabels) break
  }
  return found
}

const normalizeLabelName = (name: string) =>
  name
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxNameLength)
    .toWellFormed()

/** Builds a key that is the same for all spellings of a label. */
export const buildLabelKey = (name: string) => foldText(normalizeLabelName(name))

/** `listPath` is the path of the list in the request. Omit it if the list is the request itself. */
export function validateNames(names: readonly string[], listPath?: string) {
  const details = names
    .map((name, place) => ({
      path: listPath === undefined ? String(place) : `${listPath}.${place}`,
      message: valueMessages.empty(),
      key: buildLabelKey(name),
    }))
    .filter(({ key }) => key === '')
    .map(({ path, message }) => ({ path, message }))
  if (details.length > 0) throw invalid(labelMessages.blank_name(), details)
}

export const labelNotFound = {
  genre: labelMessages.genre_not_found,
  tag: labelMessages.tag_not_found,
}
