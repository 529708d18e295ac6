import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: 'public',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows our own files only: nothing inside the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
