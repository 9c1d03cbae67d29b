import { t } from '../i18n/i18n'
import type { Theme } from '../theme/page-theme'

export function formatTheme(theme: Theme): string {
  switch (theme) {
    case 'auto':
      return t('System default')
    case 'dark':
      return t('Dark')
    case 'light':
      return t('Light')
    case 'oled':
      return t('Black')
    case 'eink':
      return t('E-ink')
  }
}
