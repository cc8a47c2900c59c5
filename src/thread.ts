import { runWorker } from "~/worker";
import { serveThread } from "~/workers/thread-port";

serveThread(runWorker);
