/** Imports a reading list from a file: choose the file, review the matches, create the list. */
import { useState } from 'react'
import { EmptyState } from '../../../components/feedback/states'
import { ListsNavigation } from '../../../components/lists/lists-navigation'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { usePageTitle } from '../../../state/browser/page-title'
import { usePermission } from '../../../state/session/session'
import { FileChoice } from './file-choice'
import { type Review, reviewImport } from './import-requests'
import styles from './import.module.css'
import { ListImportReview } from './import-review'

export function ImportScreen() {
  const title = t('Import a reading list')
  usePageTitle(title)
  const may = usePermission('readlists:write')
  const [found, setFound] = useState<{ file: File; review: Review }>()
  const read = useChange({
    act: async (file: File) => ({ file, review: await reviewImport(file) }),
    onDone: setFound,
    once: true,
  })
  return (
    <>
      <ListsNavigation />
      <h1 className={styles.title}>{title}</h1>
      {!may ? (
        <EmptyState title={t('You don’t have permission to create reading lists')} />
      ) : found ? (
        <ListImportReview {...found} onOtherFile={() => setFound(undefined)} />
      ) : (
        <FileChoice busy={read.isPending} onFile={read.mutate} />
      )}
    </>
  )
}
