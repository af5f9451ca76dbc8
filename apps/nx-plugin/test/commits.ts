import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import type { NxRun, NxWorkspace } from './nx-workspace.js';

/** A workspace that is a repository of git, in which Nx looks for what a commit affects. */
export class Commits {
  constructor(private readonly workspace: NxWorkspace) {}

  /** Makes the workspace a repository with one commit. */
  start(): void {
    this.git('init', '-b', 'main');
    this.commit('All');
  }

  git(...args: readonly string[]): void {
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    execFileSync('git', ['-C', this.workspace.root, ...author, ...args], { stdio: 'ignore' });
  }

  /** Commits everything, and runs `nx affected` for that commit. */
  async affected(change: string): Promise<NxRun> {
    this.commit(change);
    const run = await this.workspace.nx(['affected', '-t', 'index', '--base=HEAD~1', '--head=HEAD']);
    expect([change, run.status, run.output]).toEqual([change, 0, expect.any(String)]);
    return run;
  }

  private commit(message: string): void {
    this.git('add', '-A');
    this.git('commit', '-m', message);
  }
}
