/** The documents of the site, in the order of its navigation. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../steps'

export interface Group {
  title: string
  /** Paths relative to the project. */
  documents: readonly string[]
}

const groups: readonly Group[] = [
  {
    title: 'Start',
    documents: ['README.md', 'docs/installing.md', 'docs/moving.md', 'docs/comparison.md'],
  },
  {
    title: 'Read',
    documents: ['docs/apps.md', 'docs/offline.md', 'docs/smart-lists.md', 'docs/reading-lists.md'],
  },
  {
    title: 'Administer',
    documents: [
      'docs/operating.md',
      'docs/upgrading.md',
      'docs/export.md',
      'docs/export-format.md',
      'docs/access.md',
      'docs/sign-in.md',
      'docs/grouping.md',
      'docs/providers.md',
      'docs/plugins.md',
      'docs/api.md',
    ],
  },
  {
    title: 'The project',
    documents: ['CHANGELOG.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md'],
  },
]

/** Lists all groups. Documents in `docs` that no group names are for developers. */
export function listGroups(): Group[] {
  const named = new Set(groups.flatMap(({ documents }) => documents))
  const others = listMarkdown('docs').filter((path) => !named.has(path))
  return [
    ...groups,
    { title: 'Move in', documents: listMarkdown('docs/moving') },
    { title: 'Develop', documents: [...others, 'test/bench/README.md'] },
    { title: 'Decisions', documents: listMarkdown('docs/decisions') },
  ]
}

const listMarkdown = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => `${folder}/${name}`)
