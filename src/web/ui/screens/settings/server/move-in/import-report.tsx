/** Describes what an import would do or has done. */
import { formatNumber, t } from '../../../../i18n/i18n'
import { translate } from '../../../../i18n/server-messages'
import { Entries, Entry, FormSection } from '../../shared/settings-section'
import { ownImportsPath, type Preview, useImportsPath } from './use-imports'

export function ImportReport({ preview }: { preview: Preview }) {
  const isOwn = useImportsPath() === ownImportsPath
  const { books, lists, leftOut, edits, covers, labels } = preview
  const found = Object.values(books.found).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <FormSection title={t('Books')}>
        <p>{t('{found} of {total} books were found here', { found, total: books.total })}</p>
        <Names
          names={books.missing}
          words={t(
            '{count, plural, one {# book was not found here. Its reading data will be added when a scan finds the book.} other {# books were not found here. Their reading data will be added when a scan finds the books.}}',
            { count: books.waiting },
          )}
        />
        <Names
          names={books.unclear}
          words={t(
            '{count, plural, one {# book matches several books here and stays pending} other {# books match several books here and stay pending}}',
            { count: books.ambiguous },
          )}
        />
      </FormSection>
      {isOwn ? <OwnReading people={preview.people} /> : <People people={preview.people} />}
      {hasLists(preview) && (
        <FormSection title={isOwn ? t('Lists') : t('Lists and metadata')}>
          <ul>
            {/* The key is the index, because two users may have lists of the same name. */}
            {lists.map(({ name, found: there, total }, index) => (
              <li key={index}>{t('{name}: {found} of {total}', { name, found: there, total })}</li>
            ))}
            <Counted words={t('Edited series and books')} outcomes={edits} />
            <Counted words={t('Covers')} outcomes={covers} />
            <Counted words={t('Series with sharing tags')} outcomes={labels} />
          </ul>
        </FormSection>
      )}
      {leftOut.length > 0 && (
        <FormSection title={t('Not imported')}>
          <ul style={{ display: 'grid', gap: 8 }}>
            {leftOut.map((message, index) => (
              <li key={index}>{translate(message)}</li>
            ))}
          </ul>
        </FormSection>
      )}
    </>
  )
}

function Names({ names, words }: { names: readonly string[]; words: string }) {
  if (names.length === 0) return null
  return (
    <details>
      <summary>{words}</summary>
      <ul>
        {names.map((name) => (
          <li key={name} dir="ltr">
            {name}
          </li>
        ))}
      </ul>
    </details>
  )
}

const hasLists = ({ lists, edits, covers, labels }: Preview) =>
  lists.length > 0 || [edits, covers, labels].some((one) => Object.keys(one).length > 0)

const OwnReading = ({ people }: { people: Preview['people'] }) => (
  <FormSection title={t('Your reading')}>
    {people.map((person) => (
      <PersonCounts key={person.foreignId} person={person} />
    ))}
  </FormSection>
)

const PersonCounts = ({ person }: { person: Preview['people'][number] }) => (
  <ul>
    <Counted words={t('Finished books')} outcomes={person.completed} />
    <Counted words={t('Positions')} outcomes={person.positions} />
    <Counted words={t('Ratings and reviews')} outcomes={person.ratings} />
    <Counted words={t('Want to read')} outcomes={person.wanted} />
    <Counted words={t('Bookmarks')} outcomes={person.bookmarks} />
    <Counted words={t('Highlights')} outcomes={person.highlights} />
    <Counted words={t('Reading times')} outcomes={person.sessions} />
  </ul>
)

const People = ({ people }: { people: Preview['people'] }) => (
  <FormSection title={t('People')}>
    <Entries label={t('People')}>
      {people.map((person) => (
        <Entry key={person.foreignId} title={person.name} facts={describePerson(person)}>
          {person.account !== null && <PersonCounts person={person} />}
        </Entry>
      ))}
    </Entries>
  </FormSection>
)

function describePerson({ account, isNew, keepsPassword }: Preview['people'][number]): string {
  if (account === null) return t('left out')
  if (!isNew) return t('uses the account {account}', { account })
  return keepsPassword
    ? t('new account {account} with the same password', { account })
    : t('new account {account} without a password', { account })
}

type Outcomes = Preview['edits']

function Counted({ words, outcomes = {} }: { words: string; outcomes: Outcomes | undefined }) {
  const parts = Object.entries(getOutcomeWords()).flatMap(([outcome, label]) => {
    const count = outcomes[outcome as keyof Outcomes]
    return count === undefined ? [] : `${formatNumber(count)} ${label}`
  })
  if (parts.length === 0) return null
  return (
    <li>
      {words}: {parts.join(', ')}
    </li>
  )
}

const getOutcomeWords = (): Record<keyof Outcomes, string> => ({
  new: t('new'),
  same: t('already here'),
  older: t('newer here'),
  waiting: t('waiting for the book'),
  ambiguous: t('unclear which book'),
  not_possible: t('not possible'),
})
