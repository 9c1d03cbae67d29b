import { useState } from 'react'
import { Tabs } from '../../components/tabs'
import { t } from '../../i18n/i18n'
import { LibraryFilter } from './library-filter'
import { Part } from './part'
import styles from './settings.module.css'
import { TrashedBooks } from './trashed-books'
import { TrashedSeries } from './trashed-series'

type Kind = 'series' | 'books'

export function Trash() {
  const [kind, setKind] = useState<Kind>('series')
  const [libraryId, setLibrary] = useState<string>()
  return (
    <Part
      title={t('Trash')}
      lead={t(
        'What is here is seen by nobody else. What was read is kept. Quire never deletes a file: deleting for good forgets the book, not the file. Libraries in the trash stand with the libraries.',
      )}
    >
      <div className={styles.filters}>
        <LibraryFilter value={libraryId} onChange={setLibrary} />
      </div>
      <Tabs<Kind>
        label={t('Trash')}
        value={kind}
        onChange={setKind}
        tabs={[
          {
            value: 'series',
            label: t('Whole series'),
            content: <TrashedSeries key={libraryId} libraryId={libraryId} />,
          },
          {
            value: 'books',
            label: t('Books'),
            content: <TrashedBooks key={libraryId} libraryId={libraryId} />,
          },
        ]}
      />
    </Part>
  )
}
