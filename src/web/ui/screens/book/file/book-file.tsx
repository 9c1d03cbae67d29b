import type { Schemas } from '../../../api/client'
import { formatBytes } from '../../../i18n/bytes'
import { Card, PathLine } from '../../../components/card/card'
import { Facts } from '../../../components/details/facts'
import { hasPageNumbers } from '../../../labels/book-length'
import { formatFileFormat } from '../../../labels/metadata-labels'
import { formatDate, formatNumber, t } from '../../../i18n/i18n'

export function BookFile({ book }: { book: Schemas['FullBook'] }) {
  const { fileFormat, fileSize, pageCount, updatedAt, analyzed, path, metadata } = book
  const { details } = metadata
  const pages = hasPageNumbers(book) ? formatNumber(pageCount) : undefined
  return (
    <Card title={t('File')}>
      <Facts
        facts={[
          [t('Format'), formatFileFormat(fileFormat)],
          [t('Size'), formatBytes(fileSize)],
          ...(pages ? [[t('Pages'), pages] as const] : []),
          [t('Scanned'), analyzed ? t('yes') : t('not yet')],
          [t('Updated'), formatDate(updatedAt)],
          ...(details.scanInformation
            ? [[t('Scan information'), details.scanInformation] as const]
            : []),
        ]}
      />
      {path && <PathLine label={t('Location')} path={path} />}
    </Card>
  )
}
