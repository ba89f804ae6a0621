import { setTimeout as sleep } from "node:timers/promises";

/** patience is how long something may take on a busy machine, in milliseconds. It ends tests that hang; it measures nothing. */
export const patience = 60_000;

/** eventually waits until an assertion holds. It throws what the assertion said last. */
export async function eventually(holds: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + patience; ; await sleep(20)) {
    try {
      await holds();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
