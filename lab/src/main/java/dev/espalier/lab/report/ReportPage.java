package dev.espalier.lab.report;
import java.io.IOException;
import java.nio.file.Path;
import dev.espalier.lab.result.RunResult;
public final class ReportPage {
    public static final String NAME="report.html";
    private ReportPage() { }
    public static Path write(RunResult result, Path folder) throws IOException { return folder; }
}
