import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button'
import { SettingsIcon } from '../../components/icons'
import { Shelf } from '../../components/shelves/shelf'
import {
  askBookShelf,
  askSeriesShelf,
  askWanted,
  orderedShelves,
} from '../../components/shelves/shelves'
import { ErrorState, Loading } from '../../components/states'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/page-title'
import { usePreferences } from '../../state/preferences'
import { Arrange } from './arrange'
import { Continue } from './continue'
import { Welcome } from './welcome'
import styles from './home.module.css'

export function HomeScreen() {
  usePageTitle(t('Home'))
  const { values, isKnown } = usePreferences()
  const [isArranging, setArranging] = useState(false)
  const [reading, next, added, wanted] = useQueries({
    queries: [
      askBookShelf('continue'),
      askBookShelf('next'),
      askSeriesShelf('newSeries'),
      askWanted(),
    ],
  })
  const all = [reading, next, added, wanted]
  const failed = all.find(({ isError, data }) => isError && !data)
  if (failed) return <ErrorState error={failed.error} retry={failed.refetch} />
  // Rails that jump about while the order arrives would be worse than a moment's wait.
  if (!isKnown || !reading.data || !next.data || !added.data || !wanted.data) return <Loading />
  const lists = [reading.data.data, next.data.data, added.data, wanted.data.data]
  if (lists.every(({ length }) => length === 0)) return <Welcome />
  const hidden = values['home.hidden'] ?? []
  const shown = orderedShelves(values['home.order']).filter((name) => !hidden.includes(name))
  return (
    <>
      <h1 className="hidden-words">{t('Home')}</h1>
      {shown.map((name) =>
        name === 'continue' ? (
          <Continue key={name} books={reading.data.data} />
        ) : (
          <Shelf key={name} name={name} />
        ),
      )}
      <div className={styles.foot}>
        <Button look="quiet" icon={SettingsIcon} onClick={() => setArranging(true)}>
          {t('Arrange this page')}
        </Button>
      </div>
      <Arrange open={isArranging} onClose={() => setArranging(false)} />
    </>
  )
}
