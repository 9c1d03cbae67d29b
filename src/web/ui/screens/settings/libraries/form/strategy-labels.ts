/** The options of each naming strategy, with labels, hints and default values. */
import type { Choice } from '../../../../components/controls/select'
import { t } from '../../../../i18n/i18n'
import { bookChoices } from './naming-labels'

export type Part = 'series' | 'books'

interface Common {
  name: string
  label: string
  hint?: string
}

export type Option = Common &
  (
    | { kind: 'switch'; usual: boolean }
    | { kind: 'choice'; usual: string; choices: readonly Choice<string>[] }
    | { kind: 'lines' }
    | { kind: 'text' | 'number'; usual?: string }
  )

export function getOptions(part: Part, strategy: string): readonly Option[] {
  return (part === 'series' ? ofSeries() : ofBooks())[strategy] ?? []
}

const ofSeries = (): Record<string, readonly Option[]> => ({
  parsed_name: [
    {
      kind: 'switch',
      name: 'acrossFolders',
      usual: false,
      label: t('Group series across folders'),
      hint: t('Books with the same series name are grouped together, whatever folder they are in'),
    },
  ],
  flat: [
    {
      kind: 'lines',
      name: 'filenamePatterns',
      label: t('File name patterns'),
      hint: t(
        'One regular expression per line with a group named series, for example (?<series>.+) - \\d+. The first match is used.',
      ),
    },
    {
      kind: 'switch',
      name: 'requireMetadata',
      usual: false,
      label: t('Use only file metadata'),
      hint: t('Files without metadata become their own series'),
    },
  ],
  publisher_hierarchy: publisherOptions(),
  calibre: calibreOptions(),
  custom: [
    pattern(t('A regular expression with a group named series, such as (?<series>[^/]+)/.*')),
    {
      kind: 'text',
      name: 'seriesNameTemplate',
      usual: '{series}',
      label: t('Series title'),
      hint: t('Refer to pattern groups in braces, such as {example}', { example: '{series}' }),
    },
  ],
})

const publisherOptions = (): readonly Option[] => [
  {
    kind: 'number',
    name: 'skipDepth',
    usual: '1',
    label: t('Folders above the series'),
    hint: t('Number of folder levels above each series folder'),
  },
  {
    kind: 'choice',
    name: 'storeSkippedAs',
    usual: 'publisher',
    label: t('Parent folder'),
    choices: [
      { value: 'publisher', label: t('Publisher') },
      { value: 'imprint', label: t('Imprint') },
      { value: 'nothing', label: t('Ignored') },
    ],
  },
]

const calibreOptions = (): readonly Option[] => [
  {
    kind: 'choice',
    name: 'seriesMode',
    usual: 'from_metadata',
    label: t('Series grouping'),
    choices: [
      { value: 'from_metadata', label: t('From file metadata, otherwise one series per book') },
      { value: 'standalone', label: t('One series per book') },
      { value: 'by_author', label: t('All books by an author') },
    ],
  },
  {
    kind: 'switch',
    name: 'stripIdSuffix',
    usual: true,
    label: t('Remove the ID calibre adds to titles'),
  },
  {
    kind: 'switch',
    name: 'authorFromFolder',
    usual: true,
    label: t('Parent folder is the author'),
  },
]

const ofBooks = (): Record<string, readonly Option[]> => ({
  smart: [
    {
      kind: 'lines',
      name: 'additionalGenericPatterns',
      label: t('Generic titles'),
      hint: t('One regular expression per line. Matching titles aren’t taken from metadata.'),
    },
  ],
  custom: [
    pattern(t('A regular expression with a group named title, such as (?<title>.+)')),
    {
      kind: 'text',
      name: 'titleTemplate',
      usual: '{title}',
      label: t('Book title'),
      hint: t('Refer to pattern groups in braces, such as {example}', { example: '{title}' }),
    },
    {
      kind: 'choice',
      name: 'fallback',
      usual: 'filename',
      label: t('If the pattern doesn’t match'),
      choices: bookChoices().filter(({ value }) => value !== 'custom'),
    },
  ],
})

const pattern = (hint: string): Option => ({
  kind: 'text',
  name: 'pattern',
  label: t('Pattern'),
  hint,
})
