@echo off
rem Runs Espalier's command line. JAVA_HOME names Java 17 or newer; without it, java is looked for in PATH.
rem ESPALIER_JAVA_OPTIONS are given to the virtual machine, for example -Xmx4g.
setlocal
set "ESPALIER_HOME=%~dp0.."
set "ESPALIER_JAVA=java"
if defined JAVA_HOME set "ESPALIER_JAVA=%JAVA_HOME%\bin\java.exe"
"%ESPALIER_JAVA%" -XX:+IgnoreUnrecognizedVMOptions -Dfile.encoding=UTF-8 -Xlog:disable -Xlog:all=error:stderr ^
    -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=%TEMP%\espalier.jsa" %ESPALIER_JAVA_OPTIONS% ^
    "-Despalier.home=%ESPALIER_HOME%" -jar "%ESPALIER_HOME%\lib\espalier-cli.jar" %*
exit /b %ERRORLEVEL%
