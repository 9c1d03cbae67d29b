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
          { name: t('Format'), value: formatFileFormat(fileFormat) },
          { name: t('Size'), value: formatBytes(fileSize) },
          ...(pages ? [{ name: t('Pages'), value: pages }] : []),
          { name: t('Scanned'), value: analyzed ? t('yes') : t('not yet') },
          { name: t('Updated'), value: formatDate(updatedAt) },
          ...(details.scanInformation
            ? [{ name: t('Scan information'), value: details.scanInformation }]
            : []),
        ]}
      />
      {path && <PathLine label={t('Location')} path={path} />}
    </Card>
  )
}
