/** One person: what they made, as series and as books. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client'
import { ask } from '../../api/query'
import { BookCover } from '../../components/book-cover'
import { UsersIcon } from '../../components/icons'
import { SeriesCover } from '../../components/series-cover'
import { EmptyState, ErrorState, Loading } from '../../components/states'
import { Tabs } from '../../components/tabs'
import { VirtualGrid } from '../../components/virtual-grid'
import { windowSize } from '../../components/virtual-window'
import { roleWords } from '../../components/work/names'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/page-title'
import styles from './people.module.css'

const route = getRouteApi('/signedIn/shell/people/$name')

export function PeopleScreen() {
  const { name } = route.useParams()
  const person = useQuery(ask('/api/v1/people/{id}', { params: { path: { id: name } } }))
  usePageTitle(person.data?.name ?? name)
  if (person.isError && !person.data) {
    return <ErrorState error={person.error} retry={person.refetch} />
  }
  if (!person.data) return <Loading />
  return <Works key={person.data.id} person={person.data} />
}

function Works({ person: { id, name, roles, seriesCount } }: { person: Schemas['Person'] }) {
  const [tab, setTab] = useState<'series' | 'books'>('series')
  const works = t('{count, plural, one {# series} other {# series}}', { count: seriesCount })
  return (
    <>
      <header className={styles.head}>
        <h1>{name}</h1>
        <p>{[...roles.map(wordsOf), works].join(' · ')}</p>
      </header>
      <Tabs
        label={t('Works')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'series',
            label: t('Series'),
            content: (
              <VirtualGrid<Schemas['Series']>
                label={name}
                askPage={(page) => ask('/api/v1/people/{id}/series', pageOf(id, page))}
                idOf={(series) => series.id}
                render={(series, index) => <SeriesCover series={series} first={index < 6} />}
                empty={<Nothing />}
              />
            ),
          },
          {
            value: 'books',
            label: t('Books'),
            content: (
              <VirtualGrid<Schemas['Book']>
                label={name}
                askPage={(page) => ask('/api/v1/people/{id}/books', pageOf(id, page))}
                idOf={(book) => book.id}
                render={(book) => <BookCover book={book} />}
                empty={<Nothing />}
              />
            ),
          },
        ]}
      />
    </>
  )
}

const pageOf = (id: string, page: number) => ({
  params: { path: { id }, query: { page, pageSize: windowSize } },
})

/** Files name roles of their own, too. */
const wordsOf = (role: string) => roleWords(role as Parameters<typeof roleWords>[0]) ?? role

const Nothing = () => (
  <EmptyState icon={UsersIcon} title={t('Nothing here names this person')}>
    <p>{t('Look at the other tab.')}</p>
  </EmptyState>
)
