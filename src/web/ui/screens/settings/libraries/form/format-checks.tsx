import { t } from '../../../../i18n/i18n'
import settings from '../../settings.module.css'
import type { FieldsProps } from './fields-props'

const formats = ['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'pdf', 'folder'] as const

export function FormatChecks({ value, onChange }: FieldsProps) {
  const chosen: readonly string[] = value.allowedFormats ?? formats
  const turn = (format: string) => {
    const next = chosen.includes(format)
      ? chosen.filter((each) => each !== format)
      : [...chosen, format]
    if (next.length === 0) return
    onChange({ allowedFormats: next.length === formats.length ? null : next })
  }
  return (
    <fieldset>
      <legend className={settings.legend}>{t('File formats')}</legend>
      <div className={settings.checks}>
        {formats.map((format) => (
          <label key={format} className={settings.check}>
            <input
              type="checkbox"
              checked={chosen.includes(format)}
              onChange={() => turn(format)}
            />
            <span>{formatFileFormat(format)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function formatFileFormat(format: (typeof formats)[number]): string {
  switch (format) {
    case 'cbz':
      return t('CBZ and ZIP')
    case 'cbr':
      return t('CBR and RAR')
    case 'cb7':
      return t('CB7 and 7z')
    case 'cbt':
      return t('CBT and TAR')
    case 'epub':
      return 'EPUB'
    case 'pdf':
      return 'PDF'
    case 'folder':
      return t('Image folders')
  }
}
