// Takes the picture of docs/layout.md: the hover on a kernel, and the lens above it.
//
// It needs what vscode.mjs beside it needs, showing a copy of testdata/layout alone, with the flag -arch=sm_80 in its .cudals.yaml and the
// setting "editor.hover.above": false, so that the lens stays in sight:
//
//   CHROMIUM=/usr/bin/chromium node docs/images/hover.mjs 'http://127.0.0.1:8080/?folder=/tmp/layout' docs/images/hover.png
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium } = createRequire(join(process.cwd(), 'x.js'))('playwright-core');
const [url, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
// A hover may take a quarter of the editor's height.
const page = await browser.newPage({ viewport: { width: 1180, height: 1500 }, deviceScaleFactor: 1.5 });
const pause = (ms) => page.waitForTimeout(ms); // what is waited for has no name that stays the same between versions
const keys = async (...list) => {
  for (const key of list) await page.keyboard.press(key);
  await pause(800);
};
try {
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
  await pause(5000);
  await keys('Control+P');
  await page.keyboard.type('sharpen.cu');
  await pause(4000);
  await keys('Enter');
  await page.locator('.codelens-decoration:visible').first().waitFor({ timeout: 60_000 });
  if (await page.locator('.sidebar .explorer-viewlet').isVisible()) await keys('Control+B');
  await keys('Control+G');
  await page.keyboard.type('15:18');
  await keys('Enter');
  await keys('Control+K', 'Control+I');
  await page.locator('.monaco-hover-content:visible').first().waitFor({ timeout: 30_000 });
  await pause(2000);
  await page.screenshot({ path: picture, clip: { x: 48, y: 36, width: 990, height: 760 } });
} finally {
  await browser.close();
}
