import { defineConfig } from 'drizzle-kit'

// drizzle-kit requires a default export. QUIRE_DIALECT selects the dialect, see migrations.ts.
export default defineConfig({
  dialect: 'sqlite',
  schema: './src/**/schema.ts',
  out: `${process.env['QUIRE_MIGRATIONS'] ?? './migrations'}/sqlite`,
  casing: 'snake_case',
})
