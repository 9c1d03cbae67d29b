/** Converts the rule form to a parsing rule. Pure. */
import type { Schemas } from '../../../api/client'

export interface Typed {
  /**
   * Scope of the rule: this file, files whose names have the same pattern, or all files in the
   * folder.
   */
  about: 'file' | 'alike' | 'folder'
  pattern: string
  series: string
  title: string
  volume: string
  chapter: string
  countAs: '' | 'volume' | 'chapter'
}

type Rule = Schemas['NewNameRule']

export const emptyTyped = (fileName: string): Typed => ({
  about: 'file',
  pattern: getPattern(fileName),
  series: '',
  title: '',
  volume: '',
  chapter: '',
  countAs: '',
})

/** Names that differ only in numbers have the same pattern. */
const getPattern = (fileName: string) => fileName.replaceAll(/\d+(?=[^/]*\.\w+$)/g, '*')

interface Place {
  fileName: string
  folder: string | null
  libraryId: string
}

/** Returns undefined if the rule would not change anything. */
export function buildRuleFromDraft(
  typed: Typed,
  { fileName, folder, libraryId }: Place,
): Rule | undefined {
  const set = {
    ...(typed.series.trim() && { series: typed.series.trim() }),
    ...(typed.about === 'file' && typed.title.trim() && { title: typed.title.trim() }),
    ...(typed.about === 'file' && typed.volume !== '' && { volume: Number(typed.volume) }),
    ...(typed.about === 'file' && typed.chapter !== '' && { chapter: Number(typed.chapter) }),
  }
  const change = {
    ...(Object.keys(set).length > 0 && { set }),
    ...(typed.countAs && { countAs: typed.countAs }),
  }
  if (Object.keys(change).length === 0) return undefined
  return { libraryId, change, ...getMatch(typed, fileName, folder) }
}

function getMatch(
  { about, pattern }: Typed,
  fileName: string,
  folder: string | null,
): Pick<Rule, 'match' | 'on' | 'pattern'> {
  if (about === 'alike') return { match: 'glob', on: 'file', pattern }
  if (about === 'folder' && folder) return { match: 'text', on: 'folder', pattern: folder }
  return { match: 'text', on: 'file', pattern: fileName }
}
